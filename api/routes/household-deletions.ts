import { findDeletion, listDeletions } from '../../shared/households/household-deletions.ts';
import { resource } from '../http/resource.ts';
import { presentHouseholdDeletion } from '../records/household-deletion.ts';

export const householdDeletionRoutes = resource('Platform');

householdDeletionRoutes.list('GET /api/v1/household_deletions', {
  operationId: 'listHouseholdDeletions',
  summary: 'List deletions of households',
  description: 'Those of your platform’s households, newest first. Receipts are kept.',
  answers: 'A page of deletions.',
  record: presentHouseholdDeletion,
  rows: (sql, { caller }, page) => listDeletions(sql, caller.platformId, page),
});

householdDeletionRoutes.show('GET /api/v1/household_deletions/{id}', {
  operationId: 'showHouseholdDeletion',
  summary: 'Show the deletion of a household',
  description: 'The counts grow while it is at work; afterwards they are the receipt.',
  answers: 'The deletion.',
  record: presentHouseholdDeletion,
  find: findDeletion,
});
