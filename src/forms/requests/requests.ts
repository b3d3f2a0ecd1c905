import { readText } from '#src/forms/text.ts'

/** In characters. */
export const longestRequest = 2000

export const requestTexts = {
  required: 'Write what is missing',
  notSubmitted: 'You can only ask for more once the application is submitted',
  alreadyOpen: 'The customer has been asked already. Wait for the answer or withdraw that request.',
  noAddress: 'The application has no email address, so the customer cannot be asked',
  notOpen: 'This request has already been answered or withdrawn',
  closed: 'This request has been answered or is no longer open. Nothing more was sent.',
  nothing: 'Write an answer or choose a file',
} as const

export type AttachmentKind = 'pdf' | 'png' | 'jpeg'

/** The limit of `bytes` applies to each file. */
export const attachmentLimits = { files: 5, bytes: 10 * 1024 * 1024 } as const

/** A name without an ending gets the first one. */
const endings: Record<AttachmentKind, readonly string[]> = {
  pdf: ['pdf'],
  png: ['png'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
}

export const acceptedFiles = [
  ...Object.values(endings)
    .flat()
    .map((ending) => `.${ending}`),
  'application/pdf,image/png,image/jpeg',
].join(',')

export const kindLabels: Record<AttachmentKind, string> = { pdf: 'PDF', png: 'PNG', jpeg: 'JPEG' }

const longestName = 100

/**
 * Removes the path, control and reserved characters and the device names of Windows, and cuts the name to 100
 * characters. Returns '' when nothing is left.
 */
export function safeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const clean = readText(base.slice(0, 1000), 1000) ?? ''
  const plain = clean.replace(/[<>:"|?*]/g, '-').replace(/^[.\s]+|[.\s]+$/g, '')
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `file-${plain}` : plain
  if (safe.length <= longestName) return safe
  const ending = /\.[a-z]{1,5}$/i.exec(safe)?.[0] ?? ''
  const cut = safe.slice(0, longestName - ending.length)
  // the cut must not leave half of a surrogate pair
  return `${cut.replace(/[\ud800-\udbff]$/, '').trimEnd()}${ending}`
}

/** Returns the name with the ending of the kind, or `null` when it has the ending of a different kind. */
export function nameOfKind(safeName: string, kind: AttachmentKind): string | null {
  const ending = endingOf(safeName)
  if (ending === undefined) return `${safeName || 'file'}.${endings[kind][0]}`
  return endings[kind].includes(ending) ? safeName : null
}

/** Returns what is wrong with a file by its name alone, or ''. */
function nameFault(safeName: string): string {
  const ending = endingOf(safeName)
  if (ending === undefined || Object.values(endings).some((list) => list.includes(ending)))
    return ''
  const [kind] = Object.entries(otherEndings).find(([, list]) => list.includes(ending)) ?? []
  return attachmentTexts.unknown(safeName, kind as OtherKind | undefined)
}

const endingOf = (safeName: string) => /\.([^.]*)$/.exec(safeName)?.[1]?.toLowerCase()

const otherKinds = {
  heic: 'It is an iPhone photo (HEIC): share it as JPEG, or print it to PDF',
  picture: 'It is another kind of picture: save it as JPEG or PNG',
  office: 'It is an office document: save it as PDF',
  archive: 'It is an archive: send the files in it one by one',
} as const

type OtherKind = keyof typeof otherKinds

const otherEndings: Record<OtherKind, readonly string[]> = {
  heic: ['heic', 'heif'],
  picture: ['webp', 'tif', 'tiff', 'gif', 'bmp', 'avif', 'svg'],
  office: ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'rtf'],
  archive: ['zip', 'rar', '7z', 'gz'],
}

export const attachmentTexts = {
  tooMany: `Choose at most ${attachmentLimits.files} files`,
  tooLarge: (name: string) => `“${name}” is larger than 10 MB`,
  empty: (name: string) => `“${name}” is empty`,
  unknown: (name: string, found?: OtherKind) =>
    `“${name}” is not a PDF, PNG or JPEG file${found ? `. ${otherKinds[found]}` : ''}`,
  cut: (name: string) => `“${name}” is damaged or incomplete`,
  mixed: (name: string) =>
    `“${name}” contains more than one kind of file. Save it again as a plain PDF, PNG or JPEG`,
  vast: (name: string) => `The picture “${name}” has too many pixels`,
  otherName: (name: string, kind: AttachmentKind) =>
    `“${name}” is a ${kindLabels[kind]} file, but its name ends differently. Rename it first`,
  atOnce: 'Two of your answers are still being sent. Please send this one when they have arrived.',
  notAsked: 'This question does not ask for files. Please answer in the text.',
  gone: 'The file did not arrive completely. Please choose it again.',
  all: 'The files are too large together: at most five of 10 MB each',
} as const

/** Returns what is wrong with a file before it is sent, or ''. */
export function chosenFault({ name, size }: { name: string; size: number }): string {
  const safeName = safeFileName(name)
  if (size === 0) return attachmentTexts.empty(safeName)
  if (size > attachmentLimits.bytes) return attachmentTexts.tooLarge(safeName)
  return nameFault(safeName)
}
