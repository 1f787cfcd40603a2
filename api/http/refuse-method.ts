import type { Request, Response } from 'express';
import { AppError } from '../../shared/platform/errors.ts';

/** Answers 405 on a path that only has these methods. */
export function refuseMethod(allowed: readonly string[]) {
  const allow = allowed.join(', ');
  return (req: Request, res: Response): never => {
    res.set('Allow', allow);
    throw new AppError('method_not_allowed', {
      publicMessage: `${req.method} is not possible here; allowed: ${allow}.`,
    });
  };
}
