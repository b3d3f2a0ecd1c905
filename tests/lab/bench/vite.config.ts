import { resolve } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { external } from '../../../vite.config.ts'

/** The benchmark's own programs, built as the server is: what is measured in this process is production's code. */
export default defineConfig({
  publicDir: false,
  plugins: [
    // pages rendered as most servers with React do: one tree, in a stream, compressed on the fly
    instead('streamed', {
      'src/http/render.tsx': 'tests/lab/bench/servers/streamed-render.tsx',
      'src/framework/island.tsx': 'tests/lab/bench/servers/streamed-island.tsx',
    }),
  ],
  define: { 'process.env.NODE_ENV': '"production"' },
  environments: {
    ssr: program({
      run: 'tests/lab/bench/run.ts',
      prebuilt: 'tests/lab/bench/servers/prebuilt-server.ts',
      'loop-gap': 'tests/lab/bench/servers/loop-gap.ts',
    }),
    streamed: program({ streamed: 'tests/lab/bench/servers/stand-in-server.ts' }),
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
      external: [...external, '@resvg/resvg-js', 'autocannon', 'playwright'],
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

/** Builds one program with other modules in the place of some. */
function instead(program: string, modules: Record<string, string>): Plugin {
  return {
    name: `instead-${program}`,
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === program,
    async resolveId(source, importer, options) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      const other = modules[found?.id.replace(`${process.cwd()}/`, '') ?? '']
      return other ? resolve(other) : found
    },
  }
}
