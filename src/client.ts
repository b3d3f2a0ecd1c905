import '@vitejs/plugin-react/preamble'
import { type IslandLoaders, wakeIslands } from './framework/hydrate.ts'

wakeIslands(import.meta.glob('/islands/*.tsx') as IslandLoaders)
