import { createApp } from './app.ts'
import { listen } from './listen.ts'
import {
  assetsOfBuild,
  envOrExit,
  makeFirstAdmin,
  printFirstLink,
  runtimeOrExit,
  startOrExit,
} from './start.ts'

const runtime = await runtimeOrExit(envOrExit(process.env))

await startOrExit(runtime, async () => {
  await makeFirstAdmin(runtime)
  await listen(runtime, createApp(runtime.deps, assetsOfBuild()))
  await printFirstLink(runtime)
})
