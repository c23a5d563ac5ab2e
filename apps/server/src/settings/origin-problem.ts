const names = { chat: 'CHAT_ORIGIN', auth: 'AUTH_ORIGIN', company: 'COMPANY_ORIGIN' } as const;
const sites = ['chat', 'auth', 'company'] as const;

/** Why these origins cannot serve three sites: one sentence that names the variables, or null. */
export function originProblem(origins: Record<(typeof sites)[number], string>): string | null {
  const hosts = sites.map((site) => new URL(origins[site]).host);
  for (const [i, site] of sites.entries()) {
    const bare = hosts[i]?.replace(/^www\./, '');
    if (bare !== hosts[i]) return `${names[site]} must be ${bare}, without www., because www. leads to the bare host.`;
    // The Host header selects the site, so two sites on one host would be one, even with different protocols.
    const same = sites.find((_, j) => j > i && hosts[j] === hosts[i]);
    if (same) return `${names[site]} and ${names[same]} must be different.`;
  }
  return null;
}
