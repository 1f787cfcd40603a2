/** The pages of the menu, in its order; each is a path of app/router.ts and a text below `nav`. */
export const NAVIGATION = [
  { to: '/', text: 'nav.overview' },
  { to: '/transactions', text: 'nav.transactions' },
  { to: '/portfolio', text: 'nav.portfolio' },
  { to: '/imports', text: 'nav.import' },
  { to: '/rules', text: 'nav.rules' },
  { to: '/connections', text: 'nav.connections' },
  { to: '/settings', text: 'nav.settings' },
] as const;
