import { reads } from './import-of.ts';

describe('the sign of a card', () => {
  reads('is that of its payments, though it writes a plus for purchases')`
    Fecha de cargo,Descripción,Monto,Moneda
    2024-09-28,INTERESES ORDINARIOS,+$47.31,MXN → -47.31 MXN
    2024-09-26,CFE SUMINISTRADOR,+$618.00,MXN → -618 MXN
    2024-09-24,AMAZON MX,"+$1,079.00",MXN → -1079 MXN
    2024-09-16,PAGO RECIBIDO,"-$5,200.00",MXN → 5200 MXN
    2024-09-09,LIVERPOOL 6 MSI,"+$4,998.00",MXN → -4998 MXN
    2024-09-04,UBER EATS MX,+$189.50,MXN → -189.5 MXN
    ⇒ warns: compare the sign of one booking
  `;

  reads('is as written where most pluses are money in')`
    Fecha,Descripción,Monto,Moneda
    2024-09-28,NOMINA,"+$18,000.00",MXN → 18000 MXN
    2024-09-26,CFE SUMINISTRADOR,-$618.00,MXN → -618 MXN
    2024-09-24,AMAZON MX,"-$1,079.00",MXN → -1079 MXN
    2024-09-16,PAGO TARJETA,"-$5,200.00",MXN → -5200 MXN
    2024-09-09,SPEI RECIBIDO,+$400.00,MXN → 400 MXN
  `;
});
