import { defineTexts } from '../texts.ts';
import de from './texts.de.json';
import en from './texts.en.json';

export const useShellTexts = defineTexts('shell', en, de);
