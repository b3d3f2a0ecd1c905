import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import devServer, { defaultOptions } from '@hono/vite-dev-server'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  copyFiles,
  licences,
  plainImports,
  precompress,
  serverCodeStaysOut,
  singlePage,
} from './src/framework/build.ts'
import { fontCopies } from './src/pdf/fonts/font-files.ts'

const { resolve } = createRequire(import.meta.url)

const islands = readdirSync('islands').filter((name) => /\.tsx?$/.test(name))

/** Packages with native code or worker files stay outside the bundle. */
export const external = ['better-sqlite3', 'pino', '@node-rs/argon2', '@node-rs/bcrypt']

/** Browsers that know `light-dark()` and nesting: the oldest of spring 2024. */
const cssTarget = ['chrome123', 'firefox120', 'safari17.5', 'ios17.5']

/**
 * Few shared files, because a phone pays more for a request than for its bytes: seven for the form. React's
 * file has only the start of the islands of ours, so browsers keep it from release to release.
 */
const sharedChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|framework\/hydrate/ },
  // shared by the pages without React
  {
    name: 'call',
    test: /src\/ui\/\w+\/(call|session|go-to|unsaved|forget-typing|toast|size-words)\.ts$|preload-helper/,
  },
  {
    name: 'ui',
    test: /src\/ui\/(?!admin|forms|record).*\.tsx$|dates|forms\/fields\/choices/,
    minShareCount: 3,
  },
  // of the portal and the back office
  {
    name: 'record',
    test: /src\/ui\/record\/.*\.tsx$|ui\/forms\/(readings|Dialog)/,
    minShareCount: 2,
  },
  // shared by all forms of islands; the registration has more of its own
  {
    name: 'conform',
    test: /@conform-to|fields\/control/,
    minShareCount: 2,
  },
  {
    name: 'form',
    test: /ui\/forms\/(server-form|values|form-state|send|Form|Field|SubmitButton)/,
    minShareCount: 2,
  },
  // shared by the registration and the page of a signer
  {
    name: 'signing',
    test: /registration-form\/(Signature|Terms)/,
    minShareCount: 2,
  },
  // shared by the registration and the portal
  {
    name: 'answers',
    test: /islands\/registration-form\//,
    minShareCount: 2,
  },
  {
    name: 'fields',
    test: /src\/forms\/(?!admin|portal|requests|sign-in|verify)/,
    minShareCount: 2,
  },
]

/** Every build: the browser's files and the offline checker (`dist/client`), the server, and the document process. */
export default defineConfig(({ command }) => ({
  publicDir: 'static',
  plugins: [
    react(),
    serverCodeStaysOut(),
    plainImports(),
    singlePage('checker'),
    licences(),
    precompress(),
    copyFiles([
      ['db/migrations', 'migrations'],
      ['db/check-database.mjs', 'check-database.mjs'],
      ['db/vacuum.mjs', 'vacuum.mjs'],
      ...fontCopies.map(([font, target]): [string, string] => [resolve(font), target]),
    ]),
    devServer({
      entry: 'src/dev.ts',
      injectClientScript: false,
      exclude: [/^\/(src|islands|node_modules|@)/, ...defaultOptions.exclude],
    }),
  ],
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: true,
        modulePreload: false,
        cssTarget,
        rolldownOptions: {
          input: [
            'src/client.ts',
            'src/ui/styles/site.css',
            ...islands.map((name) => `islands/${name}`),
          ],
          output: { codeSplitting: { groups: sharedChunks } },
        },
      },
    },
    // The offline checker, one HTML file that is opened from the disk.
    checker: {
      consumer: 'client',
      build: {
        outDir: 'dist/client',
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        cssTarget,
        rolldownOptions: {
          input: 'src/checker/countersign-checker.html',
          output: { codeSplitting: false },
        },
      },
    },
    ssr: {
      ...(command === 'build' && {
        resolve: { noExternal: true, external },
        define: { 'process.env.NODE_ENV': '"production"' },
      }),
      build: {
        ssr: true,
        outDir: 'dist',
        emptyOutDir: false,
        cssMinify: true,
        cssTarget,
        target: 'node22',
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            server: 'src/entry/server.ts',
            cli: 'src/entry/cli.ts',
            demo: 'src/entry/demo.ts',
          },
          // beside the entries, because shared code finds files relative to itself
          output: { chunkFileNames: 'shared-[name].js' },
        },
      },
    },
    // The document process loads its renderer as a package, which reads files beside its own code.
    document: {
      consumer: 'server',
      build: {
        ssr: true,
        outDir: 'dist',
        emptyOutDir: false,
        target: 'node22',
        copyPublicDir: false,
        rolldownOptions: {
          input: { 'pdf-child': 'src/entry/pdf-child.ts' },
          output: { chunkFileNames: 'document-[name].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments))
        await builder.build(environment)
    },
  },
}))
