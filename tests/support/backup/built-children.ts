import { cpSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

let made: Promise<string> | null = null

/**
 * Before the tests: the document process and the command line, bundled once as the product's build does. From source they
 * would read hundreds of files at their start.
 */
export default async function builtChildren(project: TestProject) {
  made ??= buildChildren()
  project.provide('children', await made)
}

/** Inside the project, because packages that the bundle leaves outside are looked up from where it lies. */
async function buildChildren(): Promise<string> {
  const outDir = resolve(join('node_modules', '.cache', `children-${process.pid}`))
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  // as the product's build does, this one finds its packages where they are
  await build({
    configFile: false,
    logLevel: 'error',
    // the test runner's NODE_ENV would ask for React's development runtime
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      ssr: true,
      outDir,
      copyPublicDir: false,
      target: 'node22',
      rolldownOptions: {
        input: { 'pdf-child': 'src/pdf/process/child.ts', cli: 'src/cli.ts' },
      },
    },
  })
  for (const name of ['check-database.mjs', 'migrations'])
    cpSync(join('db', name), join(outDir, name), { recursive: true })
  return outDir
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled child processes. */
    children: string
  }
}
