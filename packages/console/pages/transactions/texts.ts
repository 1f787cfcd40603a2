import { defineTexts } from '../../app/texts.ts';
import de from './texts.de.json';
import en from './texts.en.json';

export const useTransactionsTexts = defineTexts('transactions', en, de);
