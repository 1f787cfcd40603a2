/** The account types of a native export, and the subtypes that each accepts next to a blank one. Null: any, as it is only shown. */
export const ACCOUNT_TYPES: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ['Depository', subtypes('checking savings hsa cd money_market')],
  ['Investment', investmentSubtypes()],
  ['Crypto', subtypes('wallet exchange')],
  [
    'Property',
    subtypes(
      `single_family_home multi_family_home condominium townhouse investment_property second_home apartment
       plot commercial agri_land`,
    ),
  ],
  ['Vehicle', null],
  ['OtherAsset', null],
  ['CreditCard', subtypes('credit_card')],
  ['Loan', subtypes('mortgage student auto home_equity line_of_credit business other')],
  ['OtherLiability', null],
]);

/** Kinds of investment account, with one line for each country or group of countries. */
function investmentSubtypes(): ReadonlySet<string> {
  return subtypes(`brokerage 401k roth_401k 403b 457b tsp ira roth_ira sep_ira simple_ira 529_plan hsa ugma utma
    isa lisa sipp workplace_pension_uk
    tfsa rrsp non-registered fhsa rdsp resp dpsp prpp lira rrif lif lrif prif rlif
    super smsf
    assurance_vie pea pillar_3a riester
    nps apy life_insurance indian_stocks indian_equity indian_etf ppf ssy nsc scss fd rd pomis kvp g_sec sdl
    corporate_bond infrastructure_bond tax_free_bond gold_etf gold_mf sgb
    pension retirement mutual_fund gold angel trust other`);
}

function subtypes(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
