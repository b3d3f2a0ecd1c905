import { hydrateIslands, type IslandLoaders } from '#src/framework/hydrate.ts'

hydrateIslands(import.meta.glob('/islands/*.tsx') as IslandLoaders)
