export const endings = { '.rs': 'rust' } as const;
