export const endings = { '.py': 'python', '.pyi': 'python', '.pyx': 'cython', '.pxd': 'cython' } as const;
