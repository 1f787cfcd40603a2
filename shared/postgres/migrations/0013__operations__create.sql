-- What operators do, and logins to the queue dashboard.

create table operator_actions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  action text not null,
  target text not null,
  result text not null
);
comment on table operator_actions is 'What operators did to the whole service, on the board or with ledgerline ops. Belongs to no household.';
comment on column operator_actions.actor is 'board: whoever knows its password; ops: the user of the system that ran the command.';

create table admin_sessions (
  digest text primary key,
  expires_at timestamptz not null
);
comment on table admin_sessions is 'Open logins to the queue dashboard. A logout deletes its row.';
comment on column admin_sessions.digest is 'SHA-256 of the token in the cookie, keyed with the password: a new password ends all.';

create table admin_login_guesses (
  id bigint generated always as identity primary key,
  network text not null,
  at timestamptz not null default now()
);
comment on table admin_login_guesses is 'Wrong passwords of the queue dashboard of the last day, so that an operator learns that somebody guesses. Few rows: guesses are judged at a bounded rate.';
comment on column admin_login_guesses.network is 'The address of the client; of IPv6 its /64.';
create index admin_login_guesses_at on admin_login_guesses (at);

create table retention_walks (
  walked text primary key,
  after_line bigint not null default 0
);
comment on table retention_walks is 'How far a walk that deletes old lines has come; it begins anew at its end. Schedulers take turns at it.';

insert into retention_walks (walked) values ('changes');

insert into retention_walks (walked) values ('transaction_changes');
