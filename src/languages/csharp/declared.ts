// What a C# file gives to others goes as text through the scan. Four things must be told apart:
//   `A.B`                     it adds to the namespace A.B
//   `A.B:Type`                it declares a type there; `A.B:partial Type` where other files may hold more of it
//   `A.B:this`                it holds extension methods, which others use without ever naming their class
//   `using A.B`               a global using: it holds for every file of the project

export const typeIn = (namespace: string, name: string): string => `${namespace}:${name}`;

export const partialTypeIn = (namespace: string, name: string): string => `${namespace}:partial ${name}`;

export const extensionsIn = (namespace: string): string => `${namespace}:this`;

export const globalUsing = (using: string): string => `using ${using}`;

export type Declared =
  | { readonly kind: 'namespace'; readonly namespace: string }
  | { readonly kind: 'extensions'; readonly namespace: string }
  | { readonly kind: 'type'; readonly namespace: string; readonly name: string; readonly partial: boolean }
  | { readonly kind: 'using'; readonly text: string };

export const parseDeclared = (text: string): Declared => {
  if (text.startsWith('using ')) return { kind: 'using', text: text.slice('using '.length) };
  const colon = text.indexOf(':');
  if (colon < 0) return { kind: 'namespace', namespace: text };
  const namespace = text.slice(0, colon);
  if (text.endsWith(':this')) return { kind: 'extensions', namespace };
  const partial = text.startsWith('partial ', colon + 1);
  return { kind: 'type', namespace, name: text.slice(colon + (partial ? 9 : 1)), partial };
};
