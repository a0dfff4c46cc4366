export const endings = { '.go': 'go' } as const;
