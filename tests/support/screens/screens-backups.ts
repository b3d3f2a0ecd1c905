/** The page on which administrators see the backups. */
export const backupScenes: Scene[] = [
  { name: 'backups', as: 'admin', path: () => '/admin/backups' },
]
