import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const serverRooms =
  /\/(db|routes|src\/(domain|http|mail|pdf(?!\/seal)|security|entry|env|deps|app|server))(\/|\.tsx?$)/

const serverPackages =
  /\/node_modules\/(zod|better-sqlite3|drizzle-orm|hono|@hono|oslo|pino|@zxcvbn-ts)\//

/** Stops the build when server code would reach the browser, and prints the chain of imports that leads there. */
export function serverCodeStaysOut(): Plugin {
  return {
    name: 'server-code-stays-out',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    // the development server makes no bundle
    transform(_code, id) {
      if (this.environment.mode !== 'dev' || !isServerCode(id)) return
      const { moduleGraph } = this.environment
      const importersOf = (id: string) => [...(moduleGraph.getModuleById(id)?.importers ?? [])]
      this.error(refusal(id, (id) => importersOf(id)[0]?.id ?? undefined))
    },
    generateBundle() {
      const importerOf = (id: string) => this.getModuleInfo(id)?.importers[0]
      for (const id of this.getModuleIds())
        if (isServerCode(id)) this.error(refusal(id, importerOf))
    },
  }
}

function isServerCode(id: string): boolean {
  if (id.startsWith('node:') || id.includes('__vite-browser-external')) return true
  if (id.includes('/node_modules/')) return serverPackages.test(id)
  return serverRooms.test(id.split('?')[0]?.replace(process.cwd(), '') ?? '')
}

function refusal(id: string, importerOf: (id: string) => string | undefined): string {
  const chain = [id]
  for (let next = importerOf(id); next && !chain.includes(next); next = importerOf(next))
    chain.push(next)
  const names = chain.map((module) => module.replace(`${process.cwd()}/`, ''))
  return `Server code in a browser chunk:\n  ${names.join('\n  imported by ')}`
}

/** Keeps `import()` as it is. Vite's preload wrapper costs a kilobyte, and document.tsx preloads the same files. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) =>
      id.endsWith('vite/preload-helper.js')
        ? `export const __vitePreload = (load) => load().catch((error) => {
             dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }))
             throw error
           })`
        : null,
  }
}

/**
 * Puts the script and styles of an environment's only page into the page, so that it can be opened from the disk. Its
 * content policy blocks all other scripts and all network access.
 */
export function singlePage(environment: string): Plugin {
  return {
    name: 'single-page',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === environment,
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
      const textOf = (end: string) =>
        files
          .filter(({ fileName }) => fileName.endsWith(end))
          .map((file) => String(file.type === 'chunk' ? file.code : file.source))
          .join('')
      const style = textOf('.css')
      const script = textOf('.js').replaceAll('</script', '<\\/script')
      const policy = `default-src 'none'; script-src ${hashSource(script)}; style-src ${hashSource(style)}; base-uri 'none'; form-action 'none'`
      const html = textOf('.html')
        .replace(/ *<(script type="module"|link rel="stylesheet").*\n/g, '')
        .replace(
          '<title>',
          `<meta http-equiv="Content-Security-Policy" content="${policy}">\n    $&`,
        )
        .replace('</head>', () => `  <style>${style}</style>\n  </head>`)
        .replace('</body>', () => `  <script type="module">${script}</script>\n  </body>`)
      const name = files.find(({ fileName }) => fileName.endsWith('.html'))?.fileName ?? ''
      for (const { fileName } of files) delete bundle[fileName]
      this.emitFile({ type: 'asset', fileName: basename(name), source: html })
    },
  }
}

const hashSource = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Writes `licences.txt` with the licences of all shipped packages, bundled or not. The licences of fonts are copied
 * when the product is built.
 */
export function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle() {
      const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
      const texts = Object.entries(packages)
        .filter(([path, { dev }]) => path !== '' && (!dev || path.includes('fonts')))
        .filter(([path]) => !/\/node-(linux|win)-/.test(path) && existsSync(path))
        .map(([path, { version, license }]) => {
          const name = path.replace(/^.*node_modules\//, '')
          return `${name} ${version} (${license ?? 'see its text'})\n\n${licenceIn(path)}`
        })
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: texts.join(`\n${ruler}\n`) })
    },
  }
}

type LockFile = { packages: Record<string, { version: string; license?: string; dev?: true }> }

function licenceIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
  return file ? readFileSync(join(folder, file), 'utf8').trim() : 'It includes no licence text.'
}

const ruler = `${'-'.repeat(79)}\n`

/** Compresses the files for the browser after the last environment has written its own. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'checker',
    closeBundle() {
      const folder = 'dist/client'
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(html|js|css|svg|txt|webmanifest)$/.test(name)) continue
        const bytes = readFileSync(join(folder, name))
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

export function copyFiles(copies: [source: string, target: string][]): Plugin {
  return {
    name: 'copy-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    closeBundle() {
      if (!existsSync('dist')) return
      for (const [source, target] of copies)
        cpSync(source, join('dist', target), { recursive: true })
    },
  }
}
