/** A CAMT.053 of about `megabytes` MB as a bank writes it: one booking with its details in about 1.2 kB. */
export function makeCamtFile(megabytes = 10): Buffer {
  const entries: string[] = [];
  let length = 0;
  for (let at = 0; length < megabytes * 1e6; at += 1) {
    const day = `2024-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 28) + 1).padStart(2, '0')}`;
    const side = at % 3 === 0 ? 'CRDT' : 'DBIT';
    const amount = `${(at % 997) + 1}.${String(at % 100).padStart(2, '0')}`;
    const other = at % 3 === 0 ? 'Dbtr' : 'Cdtr';
    const entry = `
      <Ntry>
        <Amt Ccy="EUR">${amount}</Amt>
        <CdtDbtInd>${side}</CdtDbtInd>
        <Sts>BOOK</Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt>
        <ValDt><Dt>${day}</Dt></ValDt>
        <AcctSvcrRef>2024${at}BK</AcctSvcrRef>
        <BkTxCd>
          <Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn>
          <Prtry><Cd>NTRF+177+9310</Cd><Issr>DK</Issr></Prtry>
        </BkTxCd>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>E2E-${at}</EndToEndId></Refs>
            <AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>
            <RltdPties>
              <${other}><Nm>Grüner Händler ${at % 300} &amp; Söhne</Nm></${other}>
              <${other}Acct><Id><IBAN>DE89370400440532013${String(at % 1000).padStart(3, '0')}</IBAN></Id></${other}Acct>
            </RltdPties>
            <RltdAgts><${other}Agt><FinInstnId><BIC>COBADEFFXXX</BIC></FinInstnId></${other}Agt></RltdAgts>
            <RmtInf><Ustrd>Rechnung ${at} vom ${day}, Kundennummer ${at % 5000}</Ustrd></RmtInf>
          </TxDtls>
        </NtryDtls>
        <AddtlNtryInf>ONLINE-UEBERWEISUNG</AddtlNtryInf>
      </Ntry>`;
    entries.push(entry);
    length += entry.length;
  }
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M1</MsgId><CreDtTm>2025-01-01T06:00:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>S1</Id>
      <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`);
}
