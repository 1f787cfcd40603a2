import { preflightCsv } from '#preflight/rows/judge-content';
import { makeBankFile } from './bench/bank-file.ts';
const c = makeBankFile();
const t: number[] = [];
for (let i = 0; i < Number(process.argv[2] ?? 60); i++) { const s = performance.now(); await preflightCsv(c, 'TransactionImport', {}, new Date()); t.push(performance.now() - s); }
t.sort((a, b) => a - b);
console.log(c.length, t[0], t[t.length >> 1]);
