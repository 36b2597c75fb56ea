"""Open to this network: from the host's own browser alone. A second loopback address stands for the network's."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.server.hosting import Browser, Process

LAN = "127.0.0.2"


class Far(Browser):
    """A browser on another computer of the network: it comes from an address of its own, and by the network's."""

    def __init__(self, host: Process) -> None:
        super().__init__(host, {})
        self.http.close()
        transport = httpx.HTTPTransport(local_address="127.0.0.3")
        self.http = httpx.Client(base_url=f"http://{LAN}:{host.port}", transport=transport, timeout=10)

    def ask_to_open(self, code: str) -> httpx.Response:
        return self.post(f"/t/{code}/open", origin=f"http://{LAN}:{self.host.port}")


@pytest.fixture
def host(tmp_path: Path) -> Process:
    return Process(tmp_path, environment={"WITCHBOARD_LAN": LAN})


def test_only_the_host_s_own_browser_opens_the_server_to_the_network(host: Process) -> None:
    with host:
        ann, ben = host.browser(), Far(host)
        code = ann.open("ghost-stories", ["me", "open"])
        page = ann.page(code)
        assert (page["local"], page["open"]) == (True, f"/t/{code}/open")
        with pytest.raises(httpx.ConnectError):
            ben.get("/")

        answer = ann.post(f"/t/{code}/open").json()
        address = f"http://{LAN}:{host.port}"
        assert address in answer["words"]
        assert answer["link"].startswith(f"{address}/t/{code}")
        assert address.encode() not in ann.get(answer["qr"]).content  # it is drawn, not written
        page = ann.page(code)
        assert (page["local"], page["link"]) == (False, f"{address}/t/{code}")

        assert ben.ask_to_open(code).status_code == 403
        assert "Join" in ben.get(f"/t/{code}").text
        sat = ben.http.post(f"/t/{code}/sit", data={"name": "Ben", "seat": "1"}, headers={"origin": address})
        assert sat.status_code == 303
        assert ben.page(code)["open"] == ""
        wire = ann.wire(code)
        assert [seat["name"] for seat in wire.get("whole")["seats"]] == ["Ann", "Ben"]

        host.stop()
        host.start()
        assert ben.page(code)["link"] == f"{address}/t/{code}"
        assert ann.page(code)["link"] == f"{address}/t/{code}"
        ben.close()
        ann.close()
