import type { CompanyFacts } from './company.ts'

type Promised = Pick<CompanyFacts, 'promisedFrom' | 'promisedTo'>

/** When customers can expect an answer, such as '2-3 business days', '3 business days' or '1 business day'. */
export const promiseText = ({ promisedFrom, promisedTo }: Promised): string =>
  `${promisedFrom === promisedTo ? '' : `${promisedFrom}-`}${promisedTo} business ${promisedTo === 1 ? 'day' : 'days'}`
