import { createApp } from './app.ts'
import { listen } from './listen.ts'
import { assetsOfBuild, envOrExit, firstAdminOrExit, houseOrExit } from './start.ts'

const house = houseOrExit(envOrExit(process.env))

await firstAdminOrExit(house)
listen(house, createApp(house.deps, assetsOfBuild()))
