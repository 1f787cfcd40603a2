import type { ActionType } from '../action-type.ts';

export const sendEmailNotification: ActionType = {
  type: 'send_email_notification',
  summary: 'Sends an e-mail about new matches.',
  value: null,
  unavailable: 'this service sends no e-mail',
  compile: () => ({ kind: 'none' }),
};
