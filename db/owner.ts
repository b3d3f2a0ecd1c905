import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/**
 * What root makes in the folder would shut out the user of the service, so root goes on as that user. Anybody else is refused.
 * Returns the variables that tell a program whose process it is.
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

/** Root may read everything, and SQLite gives what it makes beside a database to the owner of that. */
export function refuseOtherUsers(folder: string) {
  const owner = ownerOf(folder)
  const me = process.getuid?.()
  if (!owner || !me || owner.uid === 0) return
  if ([statOf(folder), ...madeIn(folder)].some((stat) => stat?.uid === me)) return
  throw new Error(otherUser(folder, owner, me))
}

const otherUser = (folder: string, { uid }: Stats, me: number) =>
  `The data in ${folder} belongs to ${userOf(uid)}, and this is ${userOf(me)}. Nothing was changed. Run it as ${userOf(uid)}.`

/** Root only where everything that a server has made here is root's: a folder may be made by anybody. */
function ownerOf(folder: string): Stats | null {
  const ofFolder = statOf(folder)
  const made = madeIn(folder)
  if (!ofFolder || (made[0] && made.every(({ uid }) => uid === 0))) return made[0] ?? null
  return [...made, ofFolder].find(({ uid }) => uid !== 0) ?? ofFolder
}

/** The lock comes first, because nothing ever replaces it. */
const madeIn = (folder: string): Stats[] =>
  ['lock.db', 'countersign.db'].flatMap((name) => statOf(join(folder, name)) ?? [])

/** A number without a name, as in a container, has the group of its file alone. */
function become({ uid, gid }: Stats) {
  const [own = gid] = groupsOf('-g', uid)
  process.setgroups?.([...new Set([own, ...groupsOf('-G', uid)])])
  process.setgid?.(own)
  process.setuid?.(uid)
}

const groupsOf = (option: string, uid: number): number[] =>
  (told(option, uid) ?? '').split(' ').filter(Boolean).map(Number)

function variablesOf(): Record<string, string> {
  try {
    const { homedir, username } = userInfo()
    return { HOME: homedir, USER: username, LOGNAME: username }
  } catch {
    return {}
  }
}

/** Throws, having changed nothing, when this user may not use what lies in the folder. */
export function refuseWithoutRights(folder: string) {
  const { R_OK, W_OK, X_OK } = constants
  if (!statOf(folder)) return
  for (const at of [folder, join(folder, 'backups'), join(folder, 'backups', 'off-site')]) {
    if (!statOf(at)) continue
    requireRight(at, R_OK | W_OK | X_OK, folder)
    for (const name of readdirSync(at).filter((name) => written.test(name)))
      requireRight(join(at, name), R_OK | W_OK, folder)
  }
  if (statOf(join(folder, 'volume.state'))) requireRight(join(folder, 'volume.state'), R_OK, folder)
}

/** Others are only read, or replaced. */
const written = /^(countersign\.db(-wal|-shm)?|lock\.db|volume\.state\.new|.*\.partial\.lock|lock)$/

function requireRight(path: string, right: number, folder: string) {
  try {
    accessSync(path, right)
  } catch (error) {
    throw rightsFault(error, folder) ?? error
  }
}

/** Says of a refusal of the operating system whose the file is and what to do; `null` of any other error. */
export function rightsFault(error: unknown, folder: string): Error | null {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (!path || !['EACCES', 'EPERM', 'EROFS'].includes(code)) return null
  const at = nearest(resolve(path))
  if (code === 'EROFS')
    return new Error(`The file system of ${at} is mounted for reading only. Nothing was changed.`)
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
  if (owner === undefined) return `Make the folder ${folder}, and give it to ${userOf(me)}`
  if (!isOfData && owner === me)
    return `The data in ${folder} belongs to ${userOf(me)}, so this runs as ${userOf(me)}: name a place that user may use`
  if (!isOfData) return `Name another place, or give ${userOf(me)} the right`
  if (owner === me || owner === 0) return `As root, run: chown -R ${idOf(me)}: ${folder}`
  return `Run it as ${userOf(owner)}, or, as root: chown -R ${idOf(me)}: ${folder}`
}

/** What lies in the folder and does not belong to the user whose the data is. */
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

/** What a closed parent hides is not there for this user either. */
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

const idOf = (uid: number) => told('-nu', uid) ?? String(uid)

/** By `id`, which also knows the users of a directory. */
function told(option: string, uid: number): string | null {
  try {
    return execFileSync('id', [option, String(uid)], { stdio: 'pipe', encoding: 'utf8' }).trim()
  } catch {
    return null
  }
}
