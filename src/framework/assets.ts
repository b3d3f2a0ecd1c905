type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

export type Assets = {
  url: (source: string) => string
  withImports: (source: string) => string[]
  folder: string | null
  devScripts: string[]
}

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

export function devAssets(): Assets {
  return {
    folder: null,
    url: (source) => `/${source}`,
    withImports: (source) => [`/${source}`],
    devScripts: ['/@vite/client'],
  }
}
