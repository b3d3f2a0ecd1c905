import type { Page } from 'playwright'
import type { ScreensApp } from './screens-app.ts'

/** Who looks: nobody in particular, the administrator, or the client of one of the applications. */
export type Viewer = 'nobody' | 'admin' | 'submitted' | 'approved' | 'rejected' | 'asked'

/** One screen in one state, and how to get there from a fresh page. */
export type Scene = {
  name: string
  path: (app: ScreensApp) => string
  as?: Viewer
  /** The app it stands in, when not the furnished one: without any application, with ten thousand, without backups, without an account. */
  app?: 'empty' | 'full' | 'neglected' | 'new'
  /** Lines of the browser's own that belong to the scene. */
  complains?: RegExp
  /** The answer's status, 200 unless said. */
  status?: number
  /** Brings the loaded page into the state; the scripts are awake. */
  arrange?: (page: Page, app: ScreensApp) => Promise<unknown>
}

type Path = string | Scene['path']
type Place = Path | (Omit<Scene, 'name' | 'path' | 'arrange'> & { path: Path })

/** A scene at a path, for nobody in particular unless it says so. */
export function scene(name: string, place: Place, arrange?: Scene['arrange']): Scene {
  const { path, ...rest } = typeof place === 'object' ? place : { path: place }
  return {
    name,
    path: typeof path === 'string' ? () => path : path,
    ...rest,
    ...(arrange && { arrange }),
  }
}

/** A scene that the administrator sees. */
export const asAdmin = (...[name, place, arrange]: Parameters<typeof scene>): Scene => ({
  ...scene(name, place, arrange),
  as: 'admin',
})

/** Presses a button by its whole name. */
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
