create table operator_actions (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  target text not null,
  result text not null,
  constraint operator_actions_pkey primary key (id)
);
comment on table operator_actions is 'What operators did to the whole service, on the board or with npm run ops. Belongs to no household.';
comment on column operator_actions.actor is 'board: whoever knows its password; ops: the user of the system that ran the command.';
