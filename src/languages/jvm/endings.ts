export const endings = { '.java': 'java', '.kt': 'kotlin', '.kts': 'kotlin' } as const;
