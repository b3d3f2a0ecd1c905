import { createApp } from './app.ts'
import { listen } from './listen.ts'
import { assetsOfBuild, envOrExit, houseOrExit, makeFirstAdmin, startOrExit } from './start.ts'

const house = houseOrExit(envOrExit(process.env))

await startOrExit(house, async () => {
  await makeFirstAdmin(house)
  await listen(house, createApp(house.deps, assetsOfBuild()))
})
