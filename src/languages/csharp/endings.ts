export const endings = { '.cs': 'csharp', '.csx': 'csharp' } as const;

export const isCsharp = (path: string): boolean => {
  const ending = path.slice(path.lastIndexOf('.'));
  return ending in endings || ending.toLowerCase() in endings;
};
