type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

export type Assets = {
  url: (source: string) => string
  withImports: (source: string) => string[]
  folder: string | null
  devScripts: string[]
}

export function builtAssets(manifest: Manifest, folder: string): Assets {
  const entry = (source: string) => {
    const chunk = manifest[source]
    if (!chunk) throw new Error(`The build has no ${source}`)
    return chunk
  }
  const walk = (source: string, files: Set<string>) => {
    const { file, imports = [] } = entry(source)
    if (files.has(file)) return
    files.add(file)
    for (const next of imports) walk(next, files)
  }
  return {
    folder,
    url: (source) => `/${entry(source).file}`,
    withImports(source) {
      const files = new Set<string>()
      walk(source, files)
      return [...files].map((file) => `/${file}`)
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
