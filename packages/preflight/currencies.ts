/** ISO 4217 alphabetic codes in use (list one); the codes for testing and for "no currency" are left out. */
const IN_USE = `
AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF
CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP
LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB
PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB
TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB
XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG`;

/** Codes withdrawn since 1995 (list three): old statements still carry them. */
const WITHDRAWN = `
ADP AFA ANG AON AOR ATS AZM BEF BGL BYB BYR CSD CUC CYP DEM EEK ESP FIM FRF GHC GRD HRK IEP ITL LTL LUF LVL
MGF MRO MTL MZM NLG PTE ROL RUR SDD SIT SKK SLL SRG STD TMM TPE TRL VEB VEF XEU YUM ZMK ZWD ZWL ZWN ZWR`;

const CODES: ReadonlySet<string> = new Set(`${IN_USE} ${WITHDRAWN}`.trim().split(/\s+/));

/** Codes of metals, accounting units and securities: these are quantities, and no account is kept in them. */
const NO_MONEY: ReadonlySet<string> = new Set(
  'XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XUA'.split(' '),
);

/** Some exchanges put a Z before codes of money and an X before those of coins: ZEUR and XXBT. */
function withoutClass(code: string): string {
  return /^Z[A-Z]{3}$/.test(code) && CODES.has(code.slice(1)) ? code.slice(1) : code;
}

/** Whether the text is the ISO 4217 code of a currency that accounts are kept in. */
export function isMoney(text: string): boolean {
  const code = withoutClass(text);
  return CODES.has(code) && !NO_MONEY.has(code);
}

/** Whether the text is an ISO 4217 code. Exact: upper case, no spaces around it. */
export function isCurrencyCode(text: string): boolean {
  return CODES.has(text);
}

/** The ISO 4217 code in a cell, in any letter case; undefined for any other text. */
export function currencyOf(text: string): string | undefined {
  const code = withoutClass(text.toUpperCase());
  if (!/^[a-z]{3}$/i.test(code) || !CODES.has(code)) return undefined;
  // Russian banks still write the code that was valid before 1998.
  return code === 'RUR' ? 'RUB' : code;
}

/** Currencies whose amounts have three decimals. */
const THOUSANDTHS: ReadonlySet<string> = new Set('BHD IQD JOD KWD LYD OMR TND'.split(' '));
/** Currencies without decimals: by ISO 4217, or because nothing smaller is paid. */
const WHOLE: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF HUF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
);

export function decimalsOf(currency: string): 0 | 2 | 3 {
  if (THOUSANDTHS.has(currency)) return 3;
  return WHOLE.has(currency) ? 0 : 2;
}
