import { deflateSync } from 'node:zlib'

/** Applies and submits as a browser does without a cookie; returns the reference and the draft cookie. */
export async function applyAndSubmit(url) {
  const first = await send(`${url}/api/applications`, 'POST', application)
  const { id } = await first.json()
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  await send(
    `${url}/api/applications/${id}`,
    'PUT',
    { ...application, status: 'submitted' },
    cookie,
  )
  return { id, cookie }
}

/** Opens the document of an application; returns its bytes, or throws when it is none. */
export async function openDocument(url, id, cookie) {
  const answer = await fetch(`${url}/api/applications/${id}/pdf`, { headers: { cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status !== 200 || bytes.toString('latin1', 0, 5) !== '%PDF-')
    throw new Error(`The document answered ${answer.status}`)
  return bytes.length
}

async function send(url, method, body, cookie = '') {
  const answer = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
  if (!answer.ok)
    throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** A PNG with one dark line in it. */
function signature() {
  const [width, height] = [300, 100]
  const rows = Buffer.alloc((width + 1) * height, 255)
  for (let y = 0; y < height; y += 1) {
    rows[y * (width + 1)] = 0
    if (y > 40 && y < 45) rows.fill(0, y * (width + 1) + 40, y * (width + 1) + 260)
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  const magic = Buffer.from('89504e470d0a1a0a', 'hex')
  return `data:image/png;base64,${Buffer.concat([magic, ...parts]).toString('base64')}`
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}

function crc(bytes) {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

const application = {
  1: {
    ...{ accountType: 'credit', businessName: 'Sample Image Works Ltd', postCode: 'EX4 2MP' },
    ...{ businessAddress: '1 Test Park, Sampleford', telephone: '020 7946 0101' },
    ...{ mainEmail: 'image@example.com', mobile: '020 7946 0102', coRegistration: '01234567' },
    ...{ dateIncorporation: '2009-03-03', vatNo: 'Not registered', eoriNumber: 'Not registered' },
    ...{ businessEstablished: '17', businessTypes: ['Private Ltd Co.'] },
  },
  2: { directors: [{ name: 'Sam Sample', position: 'Director' }] },
  3: {
    ...{ accountsContact: 'Ada Sample', invoiceAddress: '1 Test Park', invoicePostCode: 'EX4 2MP' },
    ...{ accountsTelephone: '020 7946 0103', invoiceEmail: 'a@example.com', poMandatory: false },
    ...{ financialEmail: 'b@example.com', invoiceQueriesEmail: 'c@example.com' },
  },
  4: {
    ...{ buyerName: 'Bo Sample', buyerEmail: 'd@example.com', buyerTelephone: '020 7946 0104' },
    buyerMobile: '020 7946 0105',
  },
  5: {
    ...{ siteContact: 'Cy Sample', deliveryAddress: '2 Test Park', deliveryPostCode: 'EX4 2MQ' },
    ...{ deliveryTelephone: '020 7946 0106', deliveryEmail: 'e@example.com' },
    ...{ deliveryMobile: '020 7946 0107', position: 'Director', agreementDate: '2026-11-20' },
    authSignature: signature(),
  },
  currentSection: 5,
}
