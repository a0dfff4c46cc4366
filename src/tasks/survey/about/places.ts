import { nameOf } from '../../../util/paths.js';

const packageFiles = /^(?:__init__\.pyi?|doc\.go|lib\.rs|mod\.rs|package-info\.java|(?:index|mod|main)\.[cm]?[jt]sx?)$/;

/** A file that speaks for the folder it stands in, whatever is in it. */
export const isReadme = (path: string): boolean =>
  /^readme(?:\.(?:md|markdown|mdx|rst|txt|adoc|asciidoc))?$/i.test(nameOf(path));

/** A file whose opening comment speaks for its folder. */
export const isPackageFile = (path: string): boolean => packageFiles.test(nameOf(path));
