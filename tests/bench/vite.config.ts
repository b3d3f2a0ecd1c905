import { defineConfig } from 'vite'
import { external } from '../../vite.config.ts'

/** The benchmark's own programs, built as the server is: what is measured in this process is production's code. */
export default defineConfig({
  publicDir: false,
  resolve: { noExternal: true, external: [...external] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: true,
    outDir: 'dist/bench',
    emptyOutDir: true,
    target: 'node20',
    rolldownOptions: {
      input: { run: 'tests/bench/run.ts' },
    },
  },
})
