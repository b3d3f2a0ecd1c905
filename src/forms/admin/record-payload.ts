import { type Reading, readFields, unreadable } from '#src/forms/fields/coerce.ts'
import { type FieldValues, fieldNames, fields } from '#src/forms/fields/fields.ts'
import { faultOf } from '#src/forms/fields/schema.ts'

const editable = fieldNames.filter((name) => !fields[name].signed)

/**
 * Reads an admin's edit: the fields that were sent, each checked. `null` and blank text clear a field that may be empty.
 * Refuses a request with nothing that can be edited.
 */
export function readRecordEdit(body: unknown): Reading<FieldValues> {
  const read = readFields(body, editable, { check: faultOf })
  if (read.ok && Object.keys(read.value).length === 0)
    return unreadable('The request has no field that can be edited')
  return read
}
