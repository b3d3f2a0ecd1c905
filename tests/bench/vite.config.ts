import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { external } from '../../vite.config.ts'

/** The benchmark's own programs, built as the server is: what is measured in this process is production's code. */
export default defineConfig({
  publicDir: false,
  plugins: [streamedPages()],
  define: { 'process.env.NODE_ENV': '"production"' },
  environments: {
    ssr: program({
      run: 'tests/bench/run.ts',
      prebuilt: 'tests/bench/prebuilt-server.ts',
      'loop-gap': 'tests/bench/loop-gap.ts',
    }),
    streamed: program({ streamed: 'tests/bench/streamed-server.ts' }),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['ssr', 'streamed'])
        if (builder.environments[name]) await builder.build(builder.environments[name])
    },
  },
})

function program(input: Record<string, string>) {
  return {
    consumer: 'server' as const,
    resolve: {
      noExternal: true as const,
      external: [...external, 'autocannon', 'playwright', 'lighthouse'],
    },
    build: {
      ssr: true,
      outDir: 'dist/bench',
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { input },
    },
  }
}

/** In the stand-in, pages are drawn in the way that the house does not: as one tree, in a stream, compressed on the fly. */
function streamedPages(): Plugin {
  const instead: Record<string, string> = {
    'src/http/drawing.tsx': 'tests/bench/streamed-drawing.tsx',
    'src/framework/island.tsx': 'tests/bench/streamed-island.tsx',
  }
  return {
    name: 'streamed-pages',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'streamed',
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const path = found?.id.replace(`${process.cwd()}/`, '') ?? ''
      return instead[path] ? resolve(instead[path]) : found
    },
  }
}
