type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** Maps source files to the URLs that the browser loads. */
export type Assets = {
  /** The URL of the module. */
  url: (source: string) => string
  /** The URLs of the module and of its static imports, its own first. */
  withImports: (source: string) => string[]
  /** Folder of the built files; the dev server has none. */
  folder: string | null
  /** Modules that every page loads first: the dev server's client. */
  devScripts: string[]
}

/** Assets of a build, from Vite's manifest. */
export function builtAssets(manifest: Manifest, folder: string): Assets {
  const entry = (source: string) => {
    const found = manifest[source]
    if (!found) throw new Error(`The build has no ${source}`)
    return found
  }
  const walk = (source: string, seen: Set<string>) => {
    const { file, imports = [] } = entry(source)
    if (seen.has(file)) return
    seen.add(file)
    for (const next of imports) walk(next, seen)
  }
  return {
    folder,
    url: (source) => `/${entry(source).file}`,
    withImports(source) {
      const seen = new Set<string>()
      walk(source, seen)
      return [...seen].map((file) => `/${file}`)
    },
    devScripts: [],
  }
}

/** Assets of the dev server, which serves sources as they are. */
export function devAssets(): Assets {
  return {
    folder: null,
    url: (source) => `/${source}`,
    withImports: (source) => [`/${source}`],
    devScripts: ['/@vite/client'],
  }
}
