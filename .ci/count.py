"""Sums up schemathesis' reports, and looks through the server's log: `N passed, N failed`."""

import collections
import json
import sys
import xml.etree.ElementTree as xml

log, *reports = sys.argv[1:]
passed = failed = 0

for report in reports:
    try:
        totals = xml.parse(report).getroot().attrib
    except OSError:
        print(f"There is no report {report}: schemathesis did not come to its end.")
        failed += 1
        continue
    wrong = int(totals["failures"]) + int(totals["errors"])
    failed += wrong
    passed += int(totals["tests"]) - wrong - int(totals["skipped"])

with open(log, encoding="utf-8") as lines:
    logged = [json.loads(line) for line in lines if line.startswith("{")]
statuses = collections.Counter(line["status"] for line in logged if line["message"] == "request")
faults = [line for line in logged if line["level"] == "error" or line.get("status", 0) >= 500]
print("What the server answered:", ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items())))
for fault in faults[:10]:
    print("A fault in the server's log:", json.dumps(fault))
# Tests that meet refusals alone would prove little.
few = [status for status in (200, 201, 409) if statuses[status] < 50]
if few:
    print("Hardly ever answered:", few)
for wrong in (faults, few):
    passed += not wrong
    failed += bool(wrong)

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
