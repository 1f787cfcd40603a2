create table admin_login_guesses (
  id bigint generated always as identity,
  network text not null,
  at timestamptz not null default now(),
  constraint admin_login_guesses_pkey primary key (id)
);
comment on table admin_login_guesses is 'Wrong passwords of the queue dashboard of the last day, so that an operator learns that somebody guesses. Few rows: guesses are judged at a bounded rate.';
comment on column admin_login_guesses.network is 'The address of the client; of IPv6 its /64.';
create index admin_login_guesses_at on admin_login_guesses (at);
