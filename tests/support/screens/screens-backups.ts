import { asAdmin } from './scene.ts'

/** The page on which administrators see the backups. */
export const backupScenes = [asAdmin('backups', '/admin/backups')]
