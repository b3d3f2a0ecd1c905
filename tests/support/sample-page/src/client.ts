import { type IslandLoaders, wakeIslands } from '#src/framework/hydrate.ts'

wakeIslands(import.meta.glob('/islands/*.tsx') as IslandLoaders)
