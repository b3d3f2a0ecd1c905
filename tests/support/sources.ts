import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** One import: `to` is a path from the project's root, or a package's name as it is written. */
export type Import = { to: string; line: number; typeOnly: boolean }

/** A file of the project: `code` is its text with every comment blanked, so that words in comments do not count. */
export type Source = {
  path: string
  text: string
  code: string
  imports: Import[]
  /** Nothing in it but what it hands on from elsewhere. */
  onlyHandsOn: boolean
}

/** Reads the TypeScript of folders and single files, parsed by the compiler that the build uses. */
export function readSources(...places: string[]): Source[] {
  return filesIn(places, /\.tsx?$/).map(readSource)
}

/** Paths of the files in folders (or single files) whose names match, in order. */
export function filesIn(places: string[], name: RegExp): string[] {
  return places
    .flatMap((place) =>
      place.includes('.')
        ? [place]
        : readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) =>
            join(place, file),
          ),
    )
    .filter((file) => name.test(file) && !file.includes('node_modules'))
    .sort()
}

/** Every line of a source whose code (or whole text) matches, as `path:line  text`. */
export function linesWith(source: Source, pattern: RegExp, where: 'code' | 'text' = 'code') {
  const shown = source.text.split('\n')
  return source[where]
    .split('\n')
    .flatMap((line, at) =>
      pattern.test(line) ? [`${source.path}:${at + 1}  ${shown[at]?.trim()}`] : [],
    )
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const handedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) =>
      moduleRequest ? [{ request: moduleRequest, isType }] : [],
    ),
  )
  const imports = [
    ...module.staticImports.map(({ moduleRequest, entries, start }) => ({
      to: resolve(path, moduleRequest.value),
      line: lineAt(start),
      typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    })),
    ...handedOn.map(({ request, isType }) => ({
      to: resolve(path, request.value),
      line: lineAt(request.start),
      typeOnly: isType,
    })),
    ...module.dynamicImports.map(({ moduleRequest, start }) => ({
      to: resolve(path, text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
      line: lineAt(start),
      typeOnly: false,
    })),
  ]
  return {
    path,
    text,
    code: comments.reduce(
      (code, { start, end }) =>
        code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end),
      text,
    ),
    imports,
    onlyHandsOn:
      program.body.length > 0 &&
      program.body.every(
        (part) =>
          part.type === 'ImportDeclaration' ||
          part.type === 'ExportAllDeclaration' ||
          (part.type === 'ExportNamedDeclaration' && part.declaration === null),
      ),
  }
}

function resolve(from: string, request: string): string {
  if (request.startsWith('#')) return request.slice(1)
  if (request.startsWith('.')) return join(dirname(from), request)
  return request
}
