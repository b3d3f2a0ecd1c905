import '@vitejs/plugin-react/preamble'
import { hydrateIslands, type IslandLoaders } from './framework/hydrate.ts'

hydrateIslands(import.meta.glob('/islands/*.tsx') as IslandLoaders)
