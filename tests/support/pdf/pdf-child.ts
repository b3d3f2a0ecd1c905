import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'

/**
 * Builds the document process as the product's own build does. The folder lies inside the project,
 * for the packages that the bundle leaves outside are looked up from where it lies.
 */
export async function buildPdfChild(): Promise<{ path: string; remove: () => Promise<void> }> {
  const outDir = join('node_modules', '.cache', `pdf-child-${process.pid}-${Date.now()}`)
  await build({
    configFile: false,
    logLevel: 'error',
    // The test runner's NODE_ENV would ask for React's development runtime.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      ssr: true,
      outDir,
      copyPublicDir: false,
      target: 'node20',
      rolldownOptions: { input: { 'pdf-child': 'src/pdf/process/child.tsx' } },
    },
  })
  return {
    path: join(process.cwd(), outDir, 'pdf-child.js'),
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}
