@echo off
rem Installs with the newest Python that the wheels are for. "install.cmd --uninstall" removes it again.
for %%v in (3.15 3.14 3.13 3.12 3.11) do (
    py -%%v -I -c "" >nul 2>nul && (
        py -%%v -I "%~dp0install.py" %*
        goto end
    )
)
python -I "%~dp0install.py" %*
:end
pause
