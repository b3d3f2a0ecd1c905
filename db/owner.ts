import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * Turns a process of root into one of the user who owns the data, because that user could not open files that root
 * creates there. Refuses all other users. Returns the environment variables that tell a program which user runs it.
 */
export function actAsOwner(folder: string): Record<string, string> {
  const owner = ownerOf(folder)
  const me = process.getuid?.()
  if (!owner || me === undefined || owner.uid === me) return {}
  if (me !== 0) {
    refuseOtherUsers(folder)
    return {}
  }
  try {
    become(owner)
  } catch {
    throw new Error(otherUser(folder, owner, me))
  }
  return variablesOf()
}

/**
 * Refuses every user except root and the owner of the data. Root may read everything, and the files that SQLite
 * creates beside a database belong to the owner of the database.
 */
export function refuseOtherUsers(folder: string) {
  const owner = ownerOf(folder)
  const me = process.getuid?.()
  if (!owner || !me || owner.uid === 0) return
  if ([statOf(folder), ...madeIn(folder)].some((stat) => stat?.uid === me)) return
  throw new Error(otherUser(folder, owner, me))
}

const otherUser = (folder: string, { uid }: Stats, me: number) =>
  `The data in ${folder} belongs to ${userOf(uid)}, but this command runs as ${userOf(me)}. Nothing was changed. Run it as ${userOf(uid)}.`

/**
 * Returns root only if root owns everything that a server has created here, because anybody may have created the
 * folder itself.
 */
function ownerOf(folder: string): Stats | null {
  const ofFolder = statOf(folder)
  const stats = madeIn(folder)
  if (!ofFolder || (stats[0] && stats.every(({ uid }) => uid === 0))) return stats[0] ?? null
  return [...stats, ofFolder].find(({ uid }) => uid !== 0) ?? ofFolder
}

/** Lists the lock first, because the lock file is never replaced. */
const madeIn = (folder: string): Stats[] =>
  ['lock.db', 'countersign.db'].flatMap((name) => statOf(join(folder, name)) ?? [])

/** Becomes the user. A user ID without a name, which is common in containers, only gets the group of its file. */
function become({ uid, gid }: Stats) {
  const [ownGroup = gid] = groupsOf('-g', uid)
  process.setgroups?.([...new Set([ownGroup, ...groupsOf('-G', uid)])])
  process.setgid?.(ownGroup)
  process.setuid?.(uid)
}

const groupsOf = (option: string, uid: number): number[] =>
  (askId(option, uid) ?? '').split(' ').filter(Boolean).map(Number)

function variablesOf(): Record<string, string> {
  try {
    const { homedir, username } = userInfo()
    return { HOME: homedir, USER: username, LOGNAME: username }
  } catch {
    return {}
  }
}

/** Throws, without changing anything, when this user has no right to use the files in the folder. */
export function refuseWithoutRights(folder: string) {
  const { R_OK, W_OK, X_OK } = constants
  if (!statOf(folder)) return
  for (const at of [folder, join(folder, 'backups'), join(folder, 'backups', 'off-site')]) {
    if (!statOf(at)) continue
    requireRight(at, R_OK | W_OK | X_OK, folder)
    for (const name of readdirSync(at).filter((name) => writtenInPlace.test(name)))
      requireRight(join(at, name), R_OK | W_OK, folder)
  }
  if (statOf(join(folder, 'volume.state'))) requireRight(join(folder, 'volume.state'), R_OK, folder)
}

/** The files that are written in place. All other files are only read or replaced. */
const writtenInPlace =
  /^(countersign\.db(-wal|-shm)?|lock\.db|volume\.state\.new|.*\.partial\.lock|lock)$/

function requireRight(path: string, right: number, folder: string) {
  try {
    accessSync(path, right)
  } catch (error) {
    throw rightsFault(error, folder) ?? error
  }
}

/**
 * Explains whose file the operating system refused to open and what to do about it. Returns `null` for any other
 * error.
 */
export function rightsFault(error: unknown, folder: string): Error | null {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (!path || !['EACCES', 'EPERM', 'EROFS'].includes(code)) return null
  const at = nearest(resolve(path))
  if (code === 'EROFS')
    return new Error(`The file system of ${at} is mounted read-only. Nothing was changed.`)
  const stat = statOf(at)
  const me = process.getuid?.()
  if (!stat || me === undefined) return null
  const mode = (stat.mode & 0o7777).toString(8)
  const words = `${at} belongs to ${userOf(stat.uid)} (mode ${mode}), and ${userOf(me)} may not use it`
  return new Error(`${words}. ${remedy(at, stat, folder, me)}`)
}

function remedy(at: string, { uid }: Stats, folder: string, me: number): string {
  if (uid === me) return `Run: chmod u+rwX ${at}`
  const isOfData = resolve(at).startsWith(resolve(folder))
  const owner = ownerOf(folder)?.uid
  if (owner === undefined) return `Create the folder ${folder} and make ${userOf(me)} its owner`
  if (!isOfData && owner === me)
    return `The data in ${folder} belongs to ${userOf(me)}, so this runs as ${userOf(me)}: choose a place that this user may use`
  if (!isOfData) return `Choose another place, or give ${userOf(me)} permission to use it`
  if (owner === me || owner === 0) return `As root, run: chown -R ${idOf(me)}: ${folder}`
  return `Run it as ${userOf(owner)}, or, as root: chown -R ${idOf(me)}: ${folder}`
}

/** Lists the files in the folder that do not belong to the owner of the data. */
export function ofOtherUsers(
  folder: string,
): { user: string; paths: string[]; remedy: string } | null {
  const owner = ownerOf(folder)
  if (!owner || process.getuid === undefined) return null
  const paths = [folder, join(folder, 'backups'), join(folder, 'backups', 'off-site')]
    .flatMap((at) => namesIn(at).map((name) => join(at, name)))
    .filter((path) => (statOf(path) ?? owner).uid !== owner.uid)
  if (paths.length === 0) return null
  return {
    user: userOf(owner.uid),
    paths,
    remedy: `As root, run: chown -R ${idOf(owner.uid)}: ${folder}`,
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Returns `null` for a missing file, and also when a parent folder may not be read. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

const nearest = (path: string): string =>
  statOf(path) || path === dirname(path) ? path : nearest(dirname(path))

const userOf = (uid: number) => (uid === 0 ? 'root' : `the user ${idOf(uid)}`)

const idOf = (uid: number) => askId('-nu', uid) ?? String(uid)

/** Asks the program `id`, which also knows the users of a directory service. */
function askId(option: string, uid: number): string | null {
  try {
    return execFileSync('id', [option, String(uid)], { stdio: 'pipe', encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}
