/** `npm run test:chaos`: one large sync under failures, or with `-- all` rounds of everything that can go wrong. */
await (process.argv[2] === 'all' ? import('./all.chaos.ts') : import('./sync.chaos.ts'));
