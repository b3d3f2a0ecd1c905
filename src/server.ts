import { createApp } from './app.ts'
import { listen } from './listen.ts'
import { assetsOfBuild, envOrExit, houseOrExit } from './start.ts'

const house = houseOrExit(envOrExit(process.env))

listen(house, createApp(house.deps, assetsOfBuild()))
