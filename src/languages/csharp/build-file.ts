/** What a `.csproj` or `Directory.Build.props` says that decides what names mean. */
export interface BuildFile {
  /** Paths of other project files, with `/`. */
  readonly references: readonly string[];
  /** Global usings, in the form of a specifier's text. */
  readonly usings: readonly string[];
}

const element = /<(ProjectReference|Using)\s([^<>]*)>/g;
const implicit = /<ImplicitUsings>\s*(?:enable|true)\s*</i;

/** What ImplicitUsings brings in. Only a project that declares these itself, such as .NET's own, has files for them. */
const implicitUsings =
  'System System.Collections.Generic System.IO System.Linq System.Net.Http System.Threading System.Threading.Tasks'.split(
    ' ',
  );

export const parseBuildFile = (xml: string): BuildFile => {
  const text = withoutComments(xml);
  const references: string[] = [];
  const usings: string[] = implicit.test(text) ? [...implicitUsings] : [];
  for (const [, name, attributes = ''] of text.matchAll(element)) {
    const target = attribute(attributes, 'Include');
    if (target === undefined) continue;
    if (name === 'ProjectReference') references.push(target.replaceAll('\\', '/'));
    else usings.push(usingOf(target, attributes));
  }
  return { references, usings };
};

const usingOf = (target: string, attributes: string): string => {
  const alias = attribute(attributes, 'Alias');
  if (alias) return `${alias} = ${target}`;
  return attribute(attributes, 'Static')?.toLowerCase() === 'true' ? `static ${target}` : target;
};

const attribute = (attributes: string, name: string): string | undefined => {
  const at = attributes.indexOf(`${name}=`);
  const open = at + name.length + 1;
  const close = attributes.indexOf(attributes[open] ?? '"', open + 1);
  return at < 0 || close < 0 ? undefined : attributes.slice(open + 1, close).trim();
};

const withoutComments = (xml: string): string => {
  let kept = '';
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<!--', at);
    if (open < 0) return kept + xml.slice(at);
    kept += xml.slice(at, open);
    const close = xml.indexOf('-->', open);
    if (close < 0) return kept;
    at = close + 3;
  }
  return kept;
};
