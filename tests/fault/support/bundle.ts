import { rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { external } from '../../../vite.config.ts'

/** Bundles a program of the tests, because from source its start takes seconds; returns its path. */
export function bundled(input: string): string {
  const name = basename(input, '.ts')
  /** Inside the project, where it finds its packages. */
  const folder = resolve(join('node_modules', '.cache', `${name}-${process.pid}`))
  beforeAll(() =>
    build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, external },
      build: {
        ssr: true,
        outDir: folder,
        copyPublicDir: false,
        target: 'node22',
        rolldownOptions: { input },
      },
    }),
  )
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, `${name}.js`)
}
